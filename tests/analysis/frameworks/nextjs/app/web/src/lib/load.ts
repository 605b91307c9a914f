export function load(request: Request) {
  return new Response()
}
