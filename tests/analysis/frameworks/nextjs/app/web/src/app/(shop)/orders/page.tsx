export default async function Orders() {
  return null
}
