export { creatingDatabase } from './create-database.ts'
