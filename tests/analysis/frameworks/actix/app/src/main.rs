use actix_web::{get, post, web, App, HttpServer};

#[get("/hello/{name}")]
async fn hello() {}

#[post("/echo")]
async fn echo() {}

#[route("/both", method = "GET", method = "POST")]
async fn both() {}

async fn manual() {}

fn main() {
    HttpServer::new(|| App::new().service(hello).service(echo).route("/hey", web::get().to(manual)));
}
