import { SettingsPage } from '#ui/settings-page.tsx'
import { AddressList } from './address-list.tsx'
import { EgressRules } from './egress-rules.tsx'
import { McpList } from './mcp-list.tsx'
import { WebSearchForm } from './web-search-form.tsx'

/** Admin pages: the addresses that models and tools may reach, and the search provider. */
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
