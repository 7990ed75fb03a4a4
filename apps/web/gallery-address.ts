import type { Connect, Plugin } from 'vite'

const toGallery: Connect.NextHandleFunction = (request, _response, next) => {
  if (request.url?.startsWith('/dev/gallery')) request.url = '/gallery.html'
  next()
}

/** Serves the component gallery at /dev/gallery during development, beside the studio and without its router. */
export function galleryAddress(): Plugin {
  return {
    name: 'gallery-address',
    configureServer: (server) => void server.middlewares.use(toGallery),
    configurePreviewServer: (server) => void server.middlewares.use(toGallery),
  }
}
