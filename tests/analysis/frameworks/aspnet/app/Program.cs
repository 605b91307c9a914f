using Shop;

var builder = WebApplication.CreateBuilder(args);
var app = builder.Build();
var api = app.MapGroup("/v1");

app.MapGet("/ping", () => "pong");
api.MapPost("/orders", Orders.Create);
api.MapGroup("/admin").MapDelete("users/{id}", Orders.Remove);
cache.MapGet("no", Orders.Create);
app.Run();
