import { SettingsPage } from '#ui/settings-page.tsx'
import { AddressList } from './address-list.tsx'
import { EgressRules } from './egress-rules.tsx'
import { McpList } from './mcp-list.tsx'
import { WebSearchForm } from './web-search-form.tsx'

/** Pages of the administration: what models and tools may reach outside of this server, and who searches the web. */
export const EgressTab = () => (
  <SettingsPage>
    <AddressList />
    <EgressRules />
    <McpList />
  </SettingsPage>
)

export const SearchTab = () => (
  <SettingsPage>
    <WebSearchForm />
  </SettingsPage>
)
