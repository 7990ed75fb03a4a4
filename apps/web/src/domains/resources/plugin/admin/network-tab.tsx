import { AddressList } from './address-list.tsx'
import { McpList } from './mcp-list.tsx'
import { WebSearchForm } from './web-search-form.tsx'

/** A tab of the administrator: what models and tools may reach outside of this server. */
export function NetworkTab() {
  return (
    <div className="overflow-y-auto">
      <div className="flex max-w-220 flex-col p-5">
        <AddressList />
        <WebSearchForm />
        <McpList />
      </div>
    </div>
  )
}
