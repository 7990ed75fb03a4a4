import type { InterfaceDocument } from '@orrery/contract'

/** Initial code of a new page of code: the rows of the first table of the interface, or a short text. */
export function codeSample({ sources }: InterfaceDocument): string {
  const table = Object.entries(sources).find(([, { kind }]) => kind === 'table')?.[0]
  if (!table) return `export default function App() {\n  return <h2>Hello</h2>\n}\n`
  return `import { useBinding } from '@orrery/component'

export default function App() {
  const ${table} = useBinding('${table}')
  return (
    <ul>
      {(${table}.data ?? []).map((row) => (
        <li key={row.id}>{JSON.stringify(row)}</li>
      ))}
    </ul>
  )
}
`
}
