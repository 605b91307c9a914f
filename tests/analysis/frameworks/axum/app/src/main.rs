mod users;

use axum::{routing::{get, post}, Router};

#[tokio::main]
async fn main() {
    let app = Router::new()
        .route("/", get(root))
        .route("/orders", get(list_orders).post(add_order))
        .nest("/api", api());
    axum::serve(listener(), app).await.unwrap();
}

fn api() -> Router {
    Router::new().route("/health", get(|| async { "ok" })).nest("/v1", inner()).route("/users/{id}", post(users::show))
}

fn inner() -> Router {
    Router::new().route("/deep", axum::routing::delete(remove))
}

async fn root() -> &'static str {
    "hello"
}

async fn list_orders() {}

async fn add_order() {}

async fn remove() {}

fn not_a_route(map: Map) {
    map.route("x", "y");
}
