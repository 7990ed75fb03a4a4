import { cycles } from './cycles.ts'
import { districtOrder } from './district-order.ts'
import { fileNames } from './file-names.ts'
import { folderOrder, folderOrders } from './folder-order.ts'
import { layers } from './layers.ts'
import { packages } from './packages.ts'
import { privateFiles } from './private-files.ts'
import { routes } from './routes.ts'
import type { Rule } from './rule.ts'
import { tableOwners } from './table-owners.ts'

export const rules: Rule[] = [
  packages,
  layers,
  districtOrder,
  privateFiles,
  routes,
  tableOwners,
  folderOrder(folderOrders),
  cycles,
  fileNames,
]
