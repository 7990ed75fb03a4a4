export { ListingTags } from './components/listing-tags.tsx'
