namespace Shop;

public static class Orders
{
    public static void Create() { }
    public static void Remove(int id) { }

    public static void Register(IEndpointRouteBuilder routes)
    {
        routes.MapPut("/orders/{id}", Remove);
    }
}

public class Tool
{
    public static int Main(string[] args) => 0;
}
