export function GET() {
  return 'not a route: no Next.js here'
}
