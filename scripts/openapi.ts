import { writeFileSync } from 'node:fs'
import { contract } from '@orrery/contract'
import { toOpenApi } from '@orrery/contract/openapi'
import { version } from '../apps/server/src/version.ts'

/** `npm run openapi [file]`: writes the OpenAPI 3.1 document to a file or to standard output. */
const text = `${JSON.stringify(toOpenApi(contract, version), null, 2)}\n`
const [file] = process.argv.slice(2)
if (file) writeFileSync(file, text)
else process.stdout.write(text)
