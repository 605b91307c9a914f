import { Card, ui } from './ui'

export const Page: FC<Props> = ({ items, onPick }) => (
  <Layout title="x" {...rest}>
    <Card.Header key={id} onClick={onPick} render={() => <Empty />}>
      text {items.map((item) => <Row<Item> key={item.id} {...item} />)}
    </Card.Header>
    <div className={cls(items)}><ui.Button disabled /></div>
    <>
      {children}
      {...more}
    </>
  </Layout>
)

export default function App() {
  const [state, setState] = useState<State>(null)
  const pick = useCallback((item) => setState(item), [])
  return <Page items={state} onPick={pick} />
}
