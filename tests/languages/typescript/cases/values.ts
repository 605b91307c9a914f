const api = {
  base: url,
  get(path: string) { return get(path) },
  post: async (body) => send(body),
  nested: { deep() {}, flat: 1 },
  get size() { return 1 },
  ...spread,
  base2, 'quoted-name': () => 1, [computed]: function () {},
}
const plain = { a, b: other.c, ...d, [e]: f, g: [h, ...i, j.k] }
register(handler, obj.method, { onClose: () => close(), other: handler }, ...args)
export const wrapped = memo(forwardRef(function Inner(props) { return use(props) }))
export const mapped = rows.map((row) => row.id)
const route = new App().get('/', (c) => c.text('x'))
a?.b!.c?.[d]!['e'](f)?.g`tag ${h} ${i}`
x ||= y, (z += w), delete v.u, void t
const { p, q: { r }, ...s } = source, [m, , n = o] = list
;({ p: holder.prop, q: [m] } = source)
holder.list['item'] = handler
function callbacks(cb, other, { onEnd }) {
  cb(1)
  store.push(other)
  onEnd?.()
  return () => other()
}
export default { name: 'x', methods: { go() {} } }
