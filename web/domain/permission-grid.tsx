import { areaNames, otherPermissionNames } from '@adire/contract/permission-names.ts'
import { type Permission, permissionAreas } from '@adire/contract/permissions.ts'
import { Checkbox } from '../ui/checkbox.tsx'

type PermissionGridProps = {
  /** Permissions that can be chosen at all. */
  offered: readonly Permission[]
  /** Permissions that the user has, and may give. */
  own: ReadonlySet<Permission>
  chosen: readonly Permission[]
  onChange: (chosen: Permission[]) => void
  error: string | undefined
}

const others = Object.keys(otherPermissionNames) as (keyof typeof otherPermissionNames)[]

/** Choosing to change also chooses to see, and leaving out to see also leaves out to change. */
function changePermission(
  { offered, chosen }: Pick<PermissionGridProps, 'offered' | 'chosen'>,
  permission: Permission,
  isChosen: boolean,
): Permission[] {
  const view = permission.replace('.manage', '.view') as Permission
  const manage = permission.replace('.view', '.manage') as Permission
  const rest = chosen.filter((one) => one !== permission && (isChosen || permission !== view || one !== manage))
  const added = isChosen ? [permission, ...(offered.includes(view) && !chosen.includes(view) ? [view] : [])] : []
  return [...new Set([...rest, ...added])]
}

/** Permissions by area: to see, and to change. */
export function PermissionGrid({ offered, own, chosen, onChange, error }: PermissionGridProps) {
  const set = (permission: Permission, isChosen: boolean) =>
    onChange(changePermission({ offered, chosen }, permission, isChosen))
  const box = (permission: Permission, label: string) =>
    offered.includes(permission) && (
      <input
        type="checkbox"
        aria-label={label}
        checked={chosen.includes(permission)}
        disabled={!own.has(permission)}
        title={own.has(permission) ? undefined : 'You do not have this permission yourself'}
        onChange={(event) => set(permission, event.target.checked)}
        className="check-box mx-auto size-4.5 disabled:opacity-45 pointer-coarse:size-5"
      />
    )
  return (
    <fieldset data-invalid={error ? true : undefined}>
      <legend className="mb-1.5 font-medium">Permissions</legend>
      {error && (
        <p role="alert" className="mb-2 text-sm text-bad">
          {error}
        </p>
      )}
      <table className="w-full text-left">
        <thead>
          <tr className="border-b border-line text-sm text-muted">
            <th scope="col" className="py-2 font-medium">
              Area
            </th>
            <th scope="col" className="w-16 py-2 text-center font-medium">
              See
            </th>
            <th scope="col" className="w-16 py-2 text-center font-medium">
              Change
            </th>
          </tr>
        </thead>
        <tbody>
          {permissionAreas
            .filter((area) => offered.some((one) => one.startsWith(`${area}.`)))
            .map((area) => (
              <tr key={area} className="border-b border-line">
                <th scope="row" className="py-2 pr-3 font-normal">
                  {areaNames[area]}
                </th>
                <td className="py-2 text-center align-middle">{box(`${area}.view`, `See ${areaNames[area]}`)}</td>
                <td className="py-2 text-center align-middle">{box(`${area}.manage`, `Change ${areaNames[area]}`)}</td>
              </tr>
            ))}
        </tbody>
      </table>
      <div className="mt-3 flex flex-col gap-2.5">
        {others
          .filter((permission) => offered.includes(permission))
          .map((permission) => (
            <Checkbox
              key={permission}
              label={otherPermissionNames[permission]}
              checked={chosen.includes(permission)}
              disabled={!own.has(permission)}
              onChange={(event) => set(permission, event.target.checked)}
            />
          ))}
      </div>
    </fieldset>
  )
}
