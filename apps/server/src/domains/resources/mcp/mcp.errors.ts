import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const mcpErrors = defineErrors(ErrorCode.mcp, {
  stdioRefused: {
    status: 403,
    en: 'server_url: this command is not allowed. The owner of the instance can list the exact command in mcp.json in the data folder',
    zh: 'server_url：不允许此命令。实例所有者可在数据目录的 mcp.json 中列出完全相同的命令',
  },
  badFile: {
    status: 500,
    en: 'mcp.json in the data folder cannot be read: {reason}',
    zh: '无法读取数据目录中的 mcp.json：{reason}',
  },
  badUrl: { status: 400, en: 'server_url: {reason}', zh: 'server_url：{reason}' },
  secretMoved: {
    status: 400,
    en: 'config: the URL changed to another host. Enter the header values again',
    zh: 'config：地址已改为其他主机，请重新填写请求头的值',
  },
  unreachable: {
    status: 502,
    en: 'The MCP server could not be used: {reason}',
    zh: '无法使用该 MCP 服务：{reasonZh}',
  },
  toolFailed: { status: 502, en: 'The tool failed: {reason}', zh: '工具执行失败：{reason}' },
  disabled: { status: 400, en: 'This MCP server is turned off', zh: '该 MCP 服务已停用' },
  noTool: {
    status: 404,
    en: 'tool_name: the server has no tool {tool}',
    zh: 'tool_name：服务器没有工具 {tool}',
  },
  missingSetting: { status: 400, en: '{place}: {key} is required', zh: '{place}：缺少 {key}' },
  badParameters: {
    status: 400,
    en: 'parameters: must be a JSON object',
    zh: 'parameters：须为 JSON 对象',
  },
})
