/** A workflow exported from Dify: a branch, code, a template and two ends. */
export const difyGreeter = `
app:
  description: Greets or warns
  icon: "\\U0001F916"
  mode: workflow
  name: Greeter
kind: app
version: 0.1.5
workflow:
  conversation_variables: []
  environment_variables: []
  features: {}
  graph:
    edges:
      - { id: e1, source: "1700000000001", sourceHandle: source, target: "1700000000002", targetHandle: target }
      - { id: e2, source: "1700000000002", sourceHandle: "true", target: "1700000000003", targetHandle: target }
      - { id: e3, source: "1700000000002", sourceHandle: "false", target: "1700000000004", targetHandle: target }
      - { id: e4, source: "1700000000003", sourceHandle: source, target: "1700000000005", targetHandle: target }
      - { id: e5, source: "1700000000004", sourceHandle: source, target: "1700000000006", targetHandle: target }
    nodes:
      - id: "1700000000001"
        position: { x: 0, y: 0 }
        data:
          type: start
          title: Start
          variables:
            - { variable: name, label: Name, type: text-input, required: true, max_length: 48, options: [] }
      - id: "1700000000002"
        position: { x: 300, y: 0 }
        data:
          type: if-else
          title: Known?
          cases:
            - case_id: "true"
              id: "true"
              logical_operator: and
              conditions:
                - { id: c1, comparison_operator: is, value: Ada, varType: string, variable_selector: ["1700000000001", name] }
      - id: "1700000000003"
        position: { x: 600, y: 0 }
        data:
          type: code
          title: Shout
          code_language: python3
          code: |
            def main(who: str) -> dict:
                return {"result": who.upper() + "!"}
          variables:
            - { variable: who, value_selector: ["1700000000001", name] }
          outputs:
            result: { type: string, children: null }
      - id: "1700000000004"
        position: { x: 600, y: 200 }
        data:
          type: template-transform
          title: Warn
          template: "Who is {{ who }}?"
          variables:
            - { variable: who, value_selector: ["1700000000001", name] }
      - id: "1700000000005"
        position: { x: 900, y: 0 }
        data:
          type: end
          title: End
          outputs:
            - { variable: answer, value_selector: ["1700000000003", result] }
      - id: "1700000000006"
        position: { x: 900, y: 200 }
        data:
          type: end
          title: End 2
          outputs:
            - { variable: answer, value_selector: ["1700000000004", output] }
`
