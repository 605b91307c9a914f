import { load } from '../../../../lib/load'

export async function GET(request: Request) {
  return load(request)
}

export const POST = async (request: Request) => new Response()

export const dynamic = 'force-dynamic'
