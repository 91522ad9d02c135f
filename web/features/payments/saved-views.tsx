import { limits } from '@adire/contract/limits.ts'
import { deleteView, listSavedViews, renameView, saveView } from '@adire/contract/saved-views.ts'
import type { SavedView } from '@adire/contract/saved-views-schemas.ts'
import { Check, Pencil, Trash2, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { useCall, useChange } from '../../client/api.ts'
import { AllowedButton, AllowedIconButton } from '../../ui/allowed-button.tsx'
import { AllowedFields } from '../../ui/allowed-fields.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { MenuLine, MenuLink } from '../../ui/menu.tsx'
import { LinesSkeleton } from '../../ui/skeleton.tsx'
import { retainedQuery, viewQuery } from './transaction-filters.ts'

const refresh = [listSavedViews]

/** Saved views to rename and delete, and the form to save the current filters. */
export function SavedViews() {
  const { search } = useLocation()
  const query = retainedQuery(search)
  const list = useCall(listSavedViews, { list: 'transactions' })
  if (list.error)
    return (
      <div className="p-2">
        <ErrorStrip message={list.error.message} onRetry={() => list.refetch()} />
      </div>
    )
  if (!list.data) return <LinesSkeleton lines={2} />
  const views = list.data.content
  return (
    <>
      {views.length > 0 && (
        <>
          <ul aria-label="Saved views">
            {views.map((view) => (
              <View
                key={view.id}
                view={view}
                to={`/transactions?${viewQuery(view.query, search)}`}
                isOpen={view.query === query}
              />
            ))}
          </ul>
          <MenuLine />
        </>
      )}
      {views.length < limits.savedViews ? (
        <SaveForm query={query} />
      ) : (
        <p className="p-2.5 text-sm text-muted">Five views can be saved. Delete one to save another.</p>
      )}
    </>
  )
}

type ViewProps = { view: SavedView; to: string; isOpen: boolean }

function View({ view, to, isOpen }: ViewProps) {
  const [isRenaming, setRenaming] = useState(false)
  const remove = useChange(deleteView, { refresh })
  if (isRenaming) return <RenameForm view={view} onDone={() => setRenaming(false)} />
  return (
    <li className="flex items-center">
      <MenuLink to={to} aria-current={isOpen || undefined} className="min-w-0 flex-1">
        <span className="truncate">{view.name}</span>
        {isOpen && <Check className="ml-auto text-link" strokeWidth={2} aria-hidden="true" />}
      </MenuLink>
      <AllowedIconButton needs={renameView} label={`Rename ${view.name}`} onClick={() => setRenaming(true)}>
        <Pencil strokeWidth={1.75} />
      </AllowedIconButton>
      <AllowedIconButton
        needs={deleteView}
        label={`Delete ${view.name}`}
        onClick={() => remove.mutate({ id: view.id })}
      >
        <Trash2 strokeWidth={1.75} />
      </AllowedIconButton>
    </li>
  )
}

function RenameForm({ view, onDone }: { view: SavedView; onDone: () => void }) {
  const [name, setName] = useState(view.name)
  const rename = useChange(renameView, { refresh, onDone, quiet: true })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim()) rename.mutate({ id: view.id, name })
  }
  return (
    <li>
      <form onSubmit={submit} className="flex items-end gap-1 p-1">
        <Field
          label={<span className="sr-only">Name of the view</span>}
          error={rename.error?.message}
          className="flex-1"
        >
          <Input value={name} maxLength={40} onChange={(event) => setName(event.target.value)} autoFocus />
        </Field>
        <Button type="submit" busy={rename.isPending} disabled={!name.trim()}>
          Rename
        </Button>
        <IconButton label="Leave the name" onClick={onDone}>
          <X strokeWidth={1.75} />
        </IconButton>
      </form>
    </li>
  )
}

function SaveForm({ query }: { query: string }) {
  const [name, setName] = useState('')
  const save = useChange(saveView, { refresh, quiet: true, onDone: () => setName('') })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim()) save.mutate({ list: 'transactions', name, query })
  }
  if (!query) return <p className="p-2.5 text-sm text-muted">Set a filter to save it as a view.</p>
  return (
    <form onSubmit={submit} className="flex flex-col gap-3 p-2.5">
      <AllowedFields needs={saveView}>
        <Field label="Save these filters as" error={save.error?.message}>
          <Input
            value={name}
            maxLength={40}
            placeholder="Failed by card"
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
      </AllowedFields>
      <AllowedButton needs={saveView} type="submit" busy={save.isPending} disabled={!name.trim()} className="self-end">
        Save view
      </AllowedButton>
    </form>
  )
}
