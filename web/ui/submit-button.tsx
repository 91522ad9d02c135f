import { AllowedButton } from './allowed-button.tsx'
import type { ButtonProps } from './button.tsx'

type SubmitButtonProps = Pick<ButtonProps, 'size' | 'busy' | 'children'> &
  Pick<Parameters<typeof AllowedButton>[0], 'needs' | 'denied'> & {
    /** A field has an error. */
    blocked: boolean
  }

/** Button at the end of a form on a page, as wide as its label. */
export const SubmitButton = ({ blocked, children = 'Submit', ...rest }: SubmitButtonProps) => (
  <AllowedButton {...rest} type="submit" className="self-start" disabled={blocked}>
    {children}
  </AllowedButton>
)
