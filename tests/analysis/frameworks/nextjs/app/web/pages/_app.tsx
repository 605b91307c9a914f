export default function App({ Component, pageProps }) {
  return null
}
