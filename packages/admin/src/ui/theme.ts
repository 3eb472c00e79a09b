// Colors, spacing and component defaults. Contrast meets WCAG 2.2 AA in both color schemes.

import {
  type ActionIconProps,
  type AlertProps,
  type AnchorProps,
  type BadgeProps,
  type ButtonProps,
  type CardProps,
  type CSSVariablesResolver,
  createTheme,
  type DrawerProps,
  type InputWrapperProps,
  type MantineColorsTuple,
  type MenuProps,
  type ModalProps,
  type NotificationProps,
  type PaperProps,
  type PopoverProps,
  type TableProps,
  type TabsProps,
  type TooltipProps,
} from '@mantine/core';

const ink: MantineColorsTuple = [
  '#eff0fe',
  '#dfe1fb',
  '#bcc1f5',
  '#979fef',
  '#7880ea',
  '#646de6',
  '#4f58dc',
  '#434bc4',
  '#3a42af',
  '#2f3699',
];

/** Cooler than Mantine's default grays. */
const dark: MantineColorsTuple = [
  '#d5d8df',
  '#b6bac4',
  '#9a9fac',
  '#727887',
  '#454b59',
  '#333945',
  '#262b35',
  '#1b1f27',
  '#15181f',
  '#0f1217',
];

const gray: MantineColorsTuple = [
  '#f8f9fb',
  '#f1f3f6',
  '#e6e9ee',
  '#d8dde4',
  '#c3cad4',
  '#9aa3b1',
  '#656e7d',
  '#4b5361',
  '#343a46',
  '#1d212a',
];

export const theme = createTheme({
  colors: { ink, dark, gray },
  primaryColor: 'ink',
  primaryShade: { light: 6, dark: 6 },
  black: '#1d212a',
  autoContrast: true,
  fontFamily: 'ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.25rem' },
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.3' },
      h2: { fontSize: '1.125rem', lineHeight: '1.4' },
      h3: { fontSize: '1rem', lineHeight: '1.45' },
    },
  },
  defaultRadius: 'md',
  radius: { md: '8px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  components: {
    ActionIcon: byDefault<ActionIconProps>({ variant: 'subtle', color: 'gray', size: 36 }),
    Alert: byDefault<AlertProps>({ variant: 'light' }),
    Anchor: byDefault<AnchorProps>({ underline: 'hover' }),
    // Where there is no room for its text, it becomes two lines rather than being cut.
    Badge: byDefault<BadgeProps>({
      ...{ variant: 'light', radius: 'sm', tt: 'none', fw: 550, h: 'auto', mih: 'var(--badge-height)' },
      styles: { label: { whiteSpace: 'inherit' } },
    }),
    Button: byDefault<ButtonProps>({ fw: 550 }),
    Card: byDefault<CardProps>({ withBorder: true, padding: 'lg', bg: 'var(--mantine-color-body)' }),
    Drawer: byDefault<DrawerProps>({
      styles: { title: { fontWeight: 650, fontSize: '1.0625rem' } },
      closeButtonProps: { 'aria-label': 'Close' },
      attributes: { header: { role: 'presentation' } },
      overlayProps: { backgroundOpacity: 0.45 },
      transitionProps: { duration: 120 },
    }),
    InputWrapper: byDefault<InputWrapperProps>({ inputWrapperOrder: ['label', 'description', 'input', 'error'] }),
    Menu: byDefault<MenuProps>({
      shadow: 'md',
      position: 'bottom-end',
      // It is a focusable child that is no item, which role="menu" must not have. The menu takes the focus itself.
      withInitialFocusPlaceholder: false,
    }),
    Modal: byDefault<ModalProps>({
      styles: { title: { fontWeight: 650, fontSize: '1.0625rem' } },
      centered: true,
      closeButtonProps: { 'aria-label': 'Close' },
      // Its <header> element would count as a second banner of the page.
      attributes: { header: { role: 'presentation' } },
      overlayProps: { backgroundOpacity: 0.45 },
      transitionProps: { duration: 120, transition: 'fade' },
    }),
    Notification: byDefault<NotificationProps>({ closeButtonProps: { 'aria-label': 'Close' } }),
    Paper: byDefault<PaperProps>({ withBorder: true }),
    Popover: byDefault<PopoverProps>({ shadow: 'md' }),
    Table: byDefault<TableProps>({ verticalSpacing: 'sm', horizontalSpacing: 'md' }),
    Tabs: byDefault<TabsProps>({ keepMounted: false }),
    Tooltip: byDefault<TooltipProps>({ openDelay: 300, events: { hover: true, focus: true, touch: false } }),
  },
});

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-dimmed': '#5c6473',
    '--mantine-color-placeholder': '#6b7382',
    '--mantine-color-error': '#c62828',
    '--mantine-color-anchor': '#434bc4',
    '--mantine-color-default-border': '#d8dde4',
    '--admin-side': '#f8f9fb',
    '--admin-line': '#e6e9ee',
    '--admin-hover': '#f4f5f8',
    '--admin-edge': '#c3c9d3',
    ...tints({
      teal: ['#dff5ec', '#0b6e52'],
      ink: ['#eceefe', '#3a42af'],
      red: ['#fdeceb', '#b3261e'],
      yellow: ['#fdf2d9', '#7a5200'],
      gray: ['#eceff3', '#4b5361'],
    }),
  },
  dark: {
    '--mantine-color-body': '#15181f',
    '--mantine-color-dimmed': '#9fa5b2',
    '--mantine-color-placeholder': '#8c93a1',
    '--mantine-color-error': '#ff8a80',
    '--mantine-color-anchor': '#a3aaf5',
    '--mantine-color-default-border': '#333945',
    '--admin-side': '#0f1217',
    '--admin-line': '#262b35',
    '--admin-hover': '#1b1f27',
    '--admin-edge': '#4a5262',
    ...tints({
      teal: ['#123a2f', '#6ddcb4'],
      ink: ['#252a52', '#bcc1f5'],
      red: ['#45201f', '#ffa8a0'],
      yellow: ['#3d3118', '#f4cd7a'],
      gray: ['#2a303b', '#b6bac4'],
    }),
  },
});

/** Defaults by the name of a component: importing the components would put all of them into the first load. */
function byDefault<Props>(defaultProps: Partial<Props>): { defaultProps: Partial<Props> } {
  return { defaultProps };
}

/** Background and text colors of badges, alerts and selected entries, with a contrast of at least 4.5:1. */
function tints(colors: Record<string, [background: string, text: string]>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(colors).flatMap(([name, [background, text]]) => [
      [`--mantine-color-${name}-light`, background],
      [`--mantine-color-${name}-light-color`, text],
    ]),
  );
}
