export { type TransferPick, transferring } from './transfer.ts'
