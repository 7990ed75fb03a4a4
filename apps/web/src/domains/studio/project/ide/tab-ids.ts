import type { PaneIndex } from './tab-list.ts'
import type { TabKey } from './tab-place.ts'

export const panelId = (pane: PaneIndex): string => `project-panel-${pane}`
export const tabId = (key: TabKey): string => `project-tab-${key.replace('/', '-')}`
