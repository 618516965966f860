// The parts of snabbdom that the page uses, for the check of types.

export interface VNode {
  sel: string | undefined;
  data: VNodeData | undefined;
  children: (VNode | string)[] | undefined;
  elm: Node | undefined;
  text: string | undefined;
  key: PropertyKey | undefined;
}

export interface VNodeData {
  key?: PropertyKey;
  attrs?: Record<string, string | boolean>;
  props?: Record<string, unknown>;
  on?: Record<string, (event: any) => void>;
  style?: Record<string, string>;
  hook?: Hooks;
}

export interface Hooks {
  insert?: (vnode: VNode) => void;
  postpatch?: (old: VNode, vnode: VNode) => void;
}

export interface Module {
  create?: (empty: VNode, vnode: VNode) => void;
  update?: (old: VNode, vnode: VNode) => void;
}

export function init(modules: Module[]): (old: VNode | Element, vnode: VNode) => VNode;
export function h(sel: string, data: VNodeData, children: (VNode | string)[] | string): VNode;
export function vnode(sel: string, data: VNodeData, children: VNode[], text: undefined, elm: Element): VNode;
export const attributesModule: Module;
export const eventListenersModule: Module;
export const propsModule: Module;
