using Microsoft.AspNetCore.Mvc;

namespace Shop.Controllers;

[ApiController]
[Route("api/[controller]")]
public class BooksController : ControllerBase
{
    [HttpGet]
    public IActionResult List() => Ok();

    [HttpGet("{id:int}")]
    public IActionResult Get(int id) => Ok();

    [HttpPost, Route("import")]
    public IActionResult Import() => Ok();

    [HttpDelete("/admin/books/{id}")]
    public IActionResult Delete(int id) => Ok();

    [Route("[action]")]
    public IActionResult Search() => Ok();

    public void Helper() { }
}

public abstract class BaseController : ControllerBase
{
    [HttpGet("never")]
    public IActionResult Never() => Ok();
}

public class NoEndpoints
{
    [HttpGet("no")]
    public void No() { }
}
