export { ModelPopover } from './components/model-popover.tsx'
export { ModelSelect } from './components/model-select.tsx'
export { modelListQuery, useModels } from './model.queries.ts'
export { isTokenAlert } from './model-settings.ts'
