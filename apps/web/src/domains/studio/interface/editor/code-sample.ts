import type { InterfaceDocument } from '@orrery/contract'

/** What a new page of code begins with: the rows of the first table that the interface reads, or a few words. */
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
