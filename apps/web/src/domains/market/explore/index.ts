export { ProductContents, ProductTools } from './components/product-parts.tsx'
export { categoriesQuery, refreshMarket } from './explore.queries.ts'
export { entityName, type EntityName, type Product, productPlace, tileOfProduct, usesOf } from './product-place.ts'
