import { createContext, useContext } from 'react'

/** The name on the door comes from configuration: a provider puts its own there. */
const ProductContext = createContext('Adire')

export const ProductProvider = ProductContext.Provider

export function useProductName(): string {
  return useContext(ProductContext)
}
