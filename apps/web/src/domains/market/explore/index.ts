export { ProductContents, ProductTools } from './components/product-parts.tsx'
export { StoreCategories } from './components/store-categories.tsx'
export { categoriesQuery, refreshMarket } from './explore.queries.ts'
export { entityName, productPlace, tileOfProduct, usesOf } from './product-place.ts'
