import type { ComponentChildren } from 'preact'

const Icon = ({ children }: { readonly children: ComponentChildren }) => (
  <svg class="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
    {children}
  </svg>
)

export const MicrophoneIcon = () => (
  <Icon>
    <rect x="9" y="2" width="6" height="12" rx="3" />
    <path d="M5 11a7 7 0 0 0 14 0M12 18v4" />
  </Icon>
)

export const SpeakerIcon = () => (
  <Icon>
    <path d="M4 9v6h4l5 4V5L8 9zM16.5 8.5a5 5 0 0 1 0 7M19 6a9 9 0 0 1 0 12" />
  </Icon>
)

export const SilentIcon = () => (
  <Icon>
    <path d="M4 9v6h4l5 4V5L8 9zM17 9.5l5 5M22 9.5l-5 5" />
  </Icon>
)

export const PenIcon = () => (
  <Icon>
    <path d="M4 20l1-5L16 4l4 4L9 19zM14 6l4 4" />
  </Icon>
)

export const SunIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="4" />
    <path d="M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6L19 19M5 19l1.4-1.4M17.6 6.4L19 5" />
  </Icon>
)

export const MoonIcon = () => (
  <Icon>
    <path d="M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z" />
  </Icon>
)

export const SaveIcon = () => (
  <Icon>
    <path d="M12 3v12M7 10l5 5 5-5M4 20h16" />
  </Icon>
)

export const CopyIcon = () => (
  <Icon>
    <rect x="9" y="9" width="11" height="11" rx="2" />
    <path d="M15 5V4a1 1 0 0 0-1-1H4a1 1 0 0 0-1 1v10a1 1 0 0 0 1 1h1" />
  </Icon>
)

export const CheckIcon = () => (
  <Icon>
    <path d="M5 12.5l4.5 4.5L19 7" />
  </Icon>
)

export const RetryIcon = () => (
  <Icon>
    <path d="M20 11a8 8 0 1 0-2 6M20 4v7h-7" />
  </Icon>
)

export const FirstViewIcon = () => (
  <Icon>
    <path d="M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5" />
  </Icon>
)

export const DownIcon = () => (
  <Icon>
    <path d="M12 5v14M6 13l6 6 6-6" />
  </Icon>
)

export const SendIcon = () => (
  <Icon>
    <path d="M12 20V5M6 11l6-6 6 6" />
  </Icon>
)

export const StopIcon = () => (
  <Icon>
    <rect x="6" y="6" width="12" height="12" rx="2" />
  </Icon>
)

export const BrokenLinkIcon = () => (
  <Icon>
    <path d="M10 7l2-2a4.2 4.2 0 0 1 6 6l-2 2M14 17l-2 2a4.2 4.2 0 0 1-6-6l2-2M4 4l16 16" />
  </Icon>
)

export const FigureIcon = () => (
  <Icon>
    <circle cx="12" cy="5.5" r="2.5" />
    <path d="M5 10.5h14M12 10.5v5M12 15.5L8.5 21M12 15.5l3.5 5.5" />
  </Icon>
)
