export { exporting, importing } from './bundle-state.ts'
export { ExportItem } from './components/export-item.tsx'
export { ImportButton } from './components/import-button.tsx'
export { ResourceRows } from './components/resource-rows.tsx'
