export { ListingTags } from './components/listing-tags.tsx'
export { useProductColumns } from './use-product-columns.tsx'
