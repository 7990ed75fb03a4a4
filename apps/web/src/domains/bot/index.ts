export { CopyDialog } from './components/dialogs/copy-dialog.tsx'
export { type PickedSkill, registerSkillPicker, type SkillKind, type SkillPickerProps } from './skill-pickers.ts'
