import { type ReactNode, useState } from 'react'
import { NavDrawer } from '../../ui/nav-drawer.tsx'
import { OfflineBar } from '../../ui/offline.tsx'
import { SkipLink } from '../../ui/skip-link.tsx'
import { useScrollToTop } from '../../ui/use-scroll-to-top.ts'
import { Sidebar, type SidebarProps } from './sidebar.tsx'
import { TopBar, type TopBarProps } from './top-bar.tsx'

type DashboardLayoutProps = Omit<SidebarProps, 'collapsed' | 'onNavigate'> &
  Pick<
    TopBarProps,
    | 'categoryName'
    | 'businessName'
    | 'userName'
    | 'userEmail'
    | 'notifications'
    | 'onSearch'
    | 'hasClockOffset'
    | 'onClock'
    | 'onProfile'
  > & {
    hideTopBar?: boolean
    /** Shown above every page. */
    notice?: string | undefined
    children: ReactNode
  }

const storageKey = 'adire.sidebar'

/** Frame of every signed-in page. It loads no data and no session: both come in as props. */
export function DashboardLayout({ hideTopBar, notice, children, ...props }: DashboardLayoutProps) {
  const { collapsed, toggle } = useSidebar()
  useScrollToTop()
  const bar = !hideTopBar && (
    <TopBar
      {...props}
      collapsed={collapsed}
      onToggleSidebar={toggle}
      drawer={<NavDrawer>{(close) => <Sidebar {...props} onNavigate={close} />}</NavDrawer>}
    />
  )
  return (
    <div className="min-h-dvh bg-canvas lg:flex">
      {/* The site's header is hidden before it, so it is not the first link and needs a landmark of its own. */}
      <nav aria-label="Skip">
        <SkipLink />
      </nav>
      <aside
        aria-label="Sidebar"
        className={`sticky top-0 h-dvh shrink-0 transition-[width] duration-200 max-lg:hidden print:hidden ${collapsed ? 'w-16' : 'w-60'}`}
      >
        <Sidebar {...props} collapsed={collapsed} />
      </aside>
      <div className="flex min-h-dvh min-w-0 flex-1 flex-col lg:pr-2 lg:pb-2">
        <header className="sticky top-0 z-10 bg-canvas lg:pt-2 print:hidden">
          <OfflineBar />
          {notice && <p className="bg-warn-soft px-4 py-2 text-center text-sm font-medium text-warn">{notice}</p>}
          {bar}
        </header>
        <main
          id="main"
          tabIndex={-1}
          className={`flex-1 border-line bg-surface px-4 py-6 sm:px-8 lg:rounded-b-xl lg:border-x lg:border-b ${hideTopBar ? 'lg:rounded-t-xl lg:border-t' : ''}`}
        >
          <div className="mx-auto max-w-[1280px]">{children}</div>
        </main>
      </div>
    </div>
  )
}

function useSidebar() {
  const [collapsed, setCollapsed] = useState(() => {
    try {
      return localStorage.getItem(storageKey) === 'collapsed'
    } catch {
      return false // storage may be denied
    }
  })
  const toggle = () => {
    setCollapsed(!collapsed)
    try {
      localStorage.setItem(storageKey, collapsed ? 'expanded' : 'collapsed')
    } catch {
      // The choice lasts for this visit only.
    }
  }
  return { collapsed, toggle }
}
