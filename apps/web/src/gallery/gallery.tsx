export function Gallery() {
  return <h1 className="p-6 text-heading font-semibold">Gallery</h1>
}
