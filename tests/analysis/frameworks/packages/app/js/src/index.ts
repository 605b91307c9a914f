export { work as labour } from './work'
export class Client {}
export default function make() {}
const LIMIT = 1
export { LIMIT }
