import * as m from '#src/i18n/paraglide/messages.js'
import { Menu } from '#src/ui/menu/menu.tsx'

export interface ItemMenuProps {
  title: string
  onEdit: () => void
  onDelete: () => void
}

/** What the author of an item can do with it. */
export function ItemMenu({ title, onEdit, onDelete }: ItemMenuProps) {
  return (
    <Menu
      label={m.library_menu({ title })}
      items={[
        { id: 'edit', label: m.library_edit(), icon: 'edit', onSelect: onEdit },
        {
          id: 'delete',
          label: m.library_delete(),
          icon: 'trash',
          danger: true,
          onSelect: onDelete,
        },
      ]}
    />
  )
}
