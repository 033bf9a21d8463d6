export { FiledPanel } from './filed-panel.tsx'
export { SavedPanel } from './saved-panel.tsx'
