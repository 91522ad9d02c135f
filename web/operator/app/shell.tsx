import { getStaffPerson } from '@adire/contract/back-office/staff.ts'
import { Suspense } from 'react'
import { Outlet } from 'react-router'
import { ErrorScreen } from '../../ui/error-screen.tsx'
import { FullLoader } from '../../ui/full-loader.tsx'
import { lazyComponent } from '../../ui/lazy-part.tsx'
import { OfflineBar } from '../../ui/offline.tsx'
import { PageLoader } from '../../ui/page-loader.tsx'
import { QueryCache } from '../../ui/query-cache.tsx'
import { SkipLink } from '../../ui/skip-link.tsx'
import { useScrollToTop } from '../../ui/use-scroll-to-top.ts'
import { createQueries, useCall } from '../client/api.ts'
import { PersonContext } from '../client/person.ts'
import { Confirmation } from './confirmation.tsx'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'
import { usePalette } from './use-palette.ts'

const Palette = lazyComponent(() => import('./palette.tsx').then((m) => m.Palette))

/** Layout of signed-in pages, with the query cache. */
export const Shell = () => (
  <QueryCache create={createQueries}>
    <LoadedShell />
  </QueryCache>
)

/** Renders pages after the person is loaded. The role is asked for again now and then, because an admin may change it. */
function LoadedShell() {
  const person = useCall(getStaffPerson, {}, { refetchInterval: 60_000 })
  const palette = usePalette()
  useScrollToTop()
  if (!person.data) return person.error ? <ErrorScreen /> : <FullLoader />
  return (
    <PersonContext value={person.data}>
      <div className="min-h-dvh bg-canvas lg:flex">
        <nav aria-label="Skip">
          <SkipLink />
        </nav>
        <aside aria-label="Sidebar" className="sticky top-0 h-dvh w-56 shrink-0 max-lg:hidden">
          <Sidebar />
        </aside>
        <div className="flex min-h-dvh min-w-0 flex-1 flex-col lg:pr-2 lg:pb-2">
          <header className="sticky top-0 z-10 bg-canvas lg:pt-2">
            <OfflineBar />
            <TopBar onSearch={palette.open} />
          </header>
          <main
            id="main"
            tabIndex={-1}
            className="flex-1 border-line bg-surface px-4 py-6 sm:px-8 lg:rounded-b-xl lg:border-x lg:border-b"
          >
            <div className="mx-auto max-w-[1280px]">
              <Suspense fallback={<PageLoader />}>
                <Outlet />
              </Suspense>
            </div>
          </main>
        </div>
      </div>
      <Confirmation />
      {palette.isOpen && (
        <Suspense>
          <Palette onClose={palette.close} />
        </Suspense>
      )}
    </PersonContext>
  )
}
