export { creatingIn } from './create-database.ts'
