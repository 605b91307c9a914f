package shop;

import jakarta.servlet.annotation.WebServlet;
import jakarta.ws.rs.*;

@ApplicationPath("api")
class App extends Application { }

@Path("/books")
public class Books {
    @GET
    public void list() { }

    @DELETE
    @Path("{id}")
    public void delete(@PathParam("id") int id) { }

    @Path("/sub")
    public Object locator() { return null; }

    public void helper() { }
}

@WebServlet("/status")
class Status extends HttpServlet {
    protected void doGet(Request r) { }
    void other() { }
}
