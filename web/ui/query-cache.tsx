import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

/** Query cache that lives as long as the session, so that the next user sees nothing of it. Public pages do not need it. */
export function QueryCache({ create, children }: { create: () => QueryClient; children: ReactNode }) {
  const [queries] = useState(create)
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>
}
