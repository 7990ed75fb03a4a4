import { createContext, useContext } from 'react'

/** How much of a card can be made out: all of it, below 60 % its tile and title, below 30 % a block of colour. */
export type Detail = 'full' | 'title' | 'block'

export const detailAt = (zoom: number): Detail => (zoom < 0.3 ? 'block' : zoom < 0.6 ? 'title' : 'full')

const DetailContext = createContext<Detail>('full')
export const DetailProvider = DetailContext.Provider
export const useDetail = (): Detail => useContext(DetailContext)
