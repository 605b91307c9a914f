export { GET } from '../../../lib/health'
