import { createContext, useContext } from 'react'

/**
 * Level of detail by zoom: everything; below 60 % the same in larger letters; below 40 % icon and title; below 30 % a
 * coloured block. Canvases with many nodes skip the second level, because hundreds of bodies cost time in every frame.
 */
export type Detail = 'full' | 'large' | 'title' | 'block'

export const detailAt = (zoom: number, isMany = false): Detail => {
  if (zoom < 0.3) return 'block'
  if (zoom < (isMany ? 0.6 : 0.4)) return 'title'
  return zoom < 0.6 ? 'large' : 'full'
}

const DetailContext = createContext<Detail>('full')
export const DetailProvider = DetailContext.Provider
export const useDetail = (): Detail => useContext(DetailContext)
