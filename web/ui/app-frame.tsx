import { type ReactNode, Suspense } from 'react'
import { Route, Routes } from 'react-router'
import { ErrorBoundary } from './error-screen.tsx'
import { FullLoader } from './full-loader.tsx'
import { useKeptFocus } from './kept-focus.ts'
import { NotFound } from './not-found.tsx'
import { ProductProvider } from './product.tsx'

/** Frame of an app: name of the product, errors, loading, and its routes, with a page for addresses that do not exist. */
export function AppFrame({ product = 'Adire', children }: { product: string | undefined; children: ReactNode }) {
  useKeptFocus()
  return (
    <ProductProvider value={product}>
      <ErrorBoundary>
        <Suspense fallback={<FullLoader />}>
          <Routes>
            {children}
            <Route path="*" element={<NotFound />} />
          </Routes>
        </Suspense>
      </ErrorBoundary>
    </ProductProvider>
  )
}
