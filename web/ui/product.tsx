import { createContext, useContext } from 'react'

/** The product name comes from the configuration, so that a provider can use its own brand. */
const ProductContext = createContext('Adire')

export const ProductProvider = ProductContext.Provider

export function useProductName(): string {
  return useContext(ProductContext)
}
