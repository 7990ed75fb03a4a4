import type { Connect, Plugin } from 'vite'

const toGallery: Connect.NextHandleFunction = (request, _response, next) => {
  if (request.url?.startsWith('/dev/gallery')) request.url = '/gallery.html'
  next()
}

/** In development the component gallery answers under /dev/gallery, beside the studio and without its router. */
export function galleryAddress(): Plugin {
  return {
    name: 'gallery-address',
    configureServer: (server) => void server.middlewares.use(toGallery),
    configurePreviewServer: (server) => void server.middlewares.use(toGallery),
  }
}
