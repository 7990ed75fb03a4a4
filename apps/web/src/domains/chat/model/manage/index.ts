export { InstanceModelsTab } from '../components/instance-models-tab.tsx'
export { SpaceModelsTab } from '../components/space-models-tab.tsx'
