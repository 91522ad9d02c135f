import { Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { Menu } from './menu.tsx'

/** The (i) button beside a figure, which opens its definition. `label`: "How sales is counted". */
export const DefinitionMenu = ({ label, children }: { label: string; children: ReactNode }) => (
  <Menu
    label={label}
    className="w-64"
    buttonClassName="relative z-1 -my-1.5 -mr-1.5 flex size-7 shrink-0 items-center justify-center rounded-full text-muted hover:bg-neutral-soft hover:text-ink pointer-coarse:-my-3 pointer-coarse:-mr-3 pointer-coarse:size-11 [&_svg]:size-3.5"
    button={<Info strokeWidth={1.75} aria-hidden="true" />}
  >
    <p className="p-2 text-sm text-ink-2">{children}</p>
  </Menu>
)
