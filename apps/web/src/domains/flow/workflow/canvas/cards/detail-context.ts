import { createContext, useContext } from 'react'

/** Level of detail by zoom: everything; below 60 % icon and title; below 30 % a coloured block. */
export type Detail = 'full' | 'title' | 'block'

export const detailAt = (zoom: number): Detail => (zoom < 0.3 ? 'block' : zoom < 0.6 ? 'title' : 'full')

const DetailContext = createContext<Detail>('full')
export const DetailProvider = DetailContext.Provider
export const useDetail = (): Detail => useContext(DetailContext)
